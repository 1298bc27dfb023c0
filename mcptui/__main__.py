"""Run as `python -m mcptui`."""

import sys

from mcptui.cli import main

sys.exit(main())
