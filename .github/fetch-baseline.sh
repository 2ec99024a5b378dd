# Makes the baseline of the gate available in a shallow checkout, and writes its name to the outputs
# of the step. BASELINE is the input of the action; BASE is the base commit of a pull request.
set -euo pipefail

known() {
  git rev-parse --verify --quiet "$1^{commit}" > /dev/null
}

# Fetches one revision: a branch, a tag or a full hash. `gen check` reports what is still unknown.
fetch() {
  local revision="$1"
  if [ -z "$revision" ] || known "$revision"; then return; fi
  git fetch --quiet --no-tags --depth 1 origin "${revision#origin/}" || return 0
  case "$revision" in
    origin/*) git update-ref "refs/remotes/$revision" FETCH_HEAD ;;
    *) known "$revision" || git update-ref "refs/heads/$revision" FETCH_HEAD ;;
  esac
}

# Deepens the history until it contains the merge base of two revisions.
deepen() {
  local depth
  for depth in 10 100 1000; do
    if git merge-base "$1" "$2" > /dev/null 2>&1; then return; fi
    git fetch --quiet --no-tags --deepen "$depth" origin || true
  done
  if ! git merge-base "$1" "$2" > /dev/null 2>&1; then
    git fetch --quiet --no-tags --unshallow origin || true
  fi
}

baseline="$BASELINE"
if [ -z "$baseline" ] && [ -n "$BASE" ]; then
  baseline="$BASE...HEAD"
fi
# A file or a folder needs no history.
if [ -n "$baseline" ] && [ ! -e "$baseline" ]; then
  revision="${baseline%%:*}"
  case "$revision" in
    *...*)
      a="${revision%%...*}" b="${revision##*...}"
      fetch "$a"
      fetch "$b"
      deepen "${a:-HEAD}" "${b:-HEAD}"
      ;;
    *[~^]*)
      # An ancestor: the history from its start.
      fetch "${revision%%[~^]*}"
      if ! known "$revision"; then git fetch --quiet --no-tags --unshallow origin || true; fi
      ;;
    *) fetch "$revision" ;;
  esac
fi
echo "baseline=$baseline" >> "$GITHUB_OUTPUT"
