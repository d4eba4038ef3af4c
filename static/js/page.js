// What every page does: the behaviours, each found by its data- attributes.
import "./copy.js";
import "./pick.js";
import "./rows.js";
import "./hints.js";
import "./tips.js";
