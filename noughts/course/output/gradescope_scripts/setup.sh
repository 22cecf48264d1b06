#!/usr/bin/env bash
# Install Python 3.11 or newer, which is all that the checker needs. On older images its package is called python3.12 or
# python3.11.
set -e
apt-get update
apt-get install -y python3
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  apt-get install -y python3.12 || apt-get install -y python3.11
