"""`python -m jurat` is the command line."""

import sys

from jurat.cli import main

sys.exit(main())
