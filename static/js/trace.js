// The viewer's behaviours. Without them the page still reads: they only make it quick.
import "./trace-keys.js";
import "./trace-find.js";
import "./trace-map.js";
import "./trace-load.js";
import "./trace-copy.js";
