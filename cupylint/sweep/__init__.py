"""``cupylint sweep``: many programs, one line of JSON for each, on an engine that shares work among machines."""
