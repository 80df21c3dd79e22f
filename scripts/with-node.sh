#!/bin/sh
# Runs a command with Node 24 or newer first in PATH. Usage: sh scripts/with-node.sh COMMAND [ARGUMENT ...]
# If the machine's own Node is older or missing, Node 24 is installed in .runtime once, and used from there.
# The command replaces this process, so that the command receives all signals.
scripts=$(cd -- "$(dirname -- "$0")" && pwd)
project=$(dirname -- "$scripts")
runtime=$project/.runtime
wanted=$scripts/runtime

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

is_new_enough() {
  # The braces also discard the shell's message about a Node that crashes.
  case $({ "$1" --version; } 2>/dev/null) in
    v2[4-9].* | v[3-9][0-9].*) return 0 ;;
    *) return 1 ;;
  esac
}

# Sets $installed to the folder of the Node in .runtime, if its installation is complete and has the locked version.
find_installed() {
  cmp -s "$wanted/package-lock.json" "$runtime/package-lock.json" || return 1
  for node in "$runtime"/node_modules/node-*/bin/node; do
    if is_new_enough "$node"; then
      installed=$(dirname -- "$node")
      return 0
    fi
  done
  return 1
}

# Renames a folder by rename(2), which does not replace a folder with contents. `mv` would move one into the other.
rename() {
  node -e 'require("fs").renameSync(process.argv[1], process.argv[2])' "$1" "$2" 2>/dev/null
}

# Whether package-lock.json names a package of Node for this platform.
is_packaged() {
  node -e '
    const { packages } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    const isOurs = ({ os, cpu }) => os === process.platform && cpu === process.arch;
    process.exit(Object.values(packages).some(isOurs) ? 0 : 1);' "$wanted/package-lock.json"
}

install_runtime() {
  [ -d "$project/src" ] || fail "$needed Nothing is installed in production: copy .runtime from where it was built, or install Node 24."
  is_packaged || fail "$needed There is no package of it for this platform: install Node 24 on this machine."
  # Removes folders that installations have left when they were killed.
  find "$project" -maxdepth 1 -name '.runtime.*' -mmin +60 -exec rm -rf -- {} + 2>/dev/null
  fresh=$(mktemp -d "$project/.runtime.XXXXXX" 2>/dev/null) ||
    fail "$needed It cannot be installed in $project, which is not writable: install Node 24 on this machine."
  npm=
  trap '[ -z "$npm" ] || { kill "$npm" && wait "$npm"; } 2>/dev/null; rm -rf -- "$fresh"' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  printf 'Installing Node 24 in .runtime beside Node %s of this machine, once (190 MB).\n' "$version" >&2
  # mktemp gives access to this user only, but another user may start the installed Node.
  chmod 755 "$fresh"
  cp -- "$wanted/package.json" "$wanted/package-lock.json" "$fresh"
  npm ci --prefix "$fresh" --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null &
  npm=$!
  wait "$npm" || fail "$needed It could not be installed (npm ci failed; its own words are above)."
  npm=
  set -- "$fresh"/node_modules/node-*/bin/node
  # Each package is optional. So npm reports no error for a package that it cannot fetch or that has another checksum.
  [ -e "$1" ] || fail "$needed npm left it out: it could not be fetched, or is not what package-lock.json names."
  is_new_enough "$1" || fail "$needed The one that npm installed does not run here: install Node 24 on this machine."
  # Another process may have installed the same Node in the meantime, even between these lines. Then that one is used.
  if ! find_installed; then
    [ ! -e "$runtime" ] || rename "$runtime" "$fresh/replaced"
    rename "$fresh" "$runtime"
    find_installed || fail "$needed It could not be put into $runtime."
  fi
  rm -rf -- "$fresh" "$runtime/replaced"
  trap - EXIT HUP INT TERM
}

if ! is_new_enough node; then
  version=$(node --version 2>/dev/null | tr -d v)
  needed="Netloom needs Node 24 or newer; this machine has ${version:+Node }${version:-no Node}."
  find_installed || install_runtime
  PATH=$installed:$PATH
  export PATH
fi
exec "$@"
