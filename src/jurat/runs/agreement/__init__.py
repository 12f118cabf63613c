"""Agreement of a judge with people: labels from a file, and labels given in the page."""
