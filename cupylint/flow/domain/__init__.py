"""Values, memory, regions, paths: what the analysis computes with. Knows no model."""
