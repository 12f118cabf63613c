"""The server: kept runs and judges over HTTP, and the page that shows them."""
