"""The site, the API and the jobs. The only package that knows Django."""
