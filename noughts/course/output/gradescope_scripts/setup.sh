#!/usr/bin/env bash
# The checker needs only a recent Python, which older images install under a name like python3.12.
set -e
apt-get update
apt-get install -y python3
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  apt-get install -y python3.12 || apt-get install -y python3.11
