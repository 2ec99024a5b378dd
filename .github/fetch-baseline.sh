# Makes the baseline of the gate available in a shallow checkout, and writes its name to the outputs
# of the step. BASELINE is the input of the action; BASE is the base commit of a pull request.
set -euo pipefail

known() {
  git rev-parse --verify --quiet "$1^{commit}" > /dev/null
}

# Fetches from the remote. A failure goes to the summary, and the gate reports what is then unknown.
try() {
  local output
  if output=$(git fetch --quiet --no-tags "$@" 2>&1); then return; fi
  {
    echo "\`git fetch $*\` failed:"
    echo
    echo "$output" | sed 's/^/    /'
    echo
  } | tee -a "$GITHUB_STEP_SUMMARY" >&2
  return 1
}

# Fetches one revision: a branch, a tag or a full hash.
fetch() {
  local revision="$1"
  if [ -z "$revision" ] || known "$revision"; then return; fi
  if ! try --depth 1 origin "${revision#origin/}"; then return; fi
  case "$revision" in
    origin/*) git update-ref "refs/remotes/$revision" FETCH_HEAD ;;
    *) known "$revision" || git update-ref "refs/heads/$revision" FETCH_HEAD ;;
  esac
}

# Deepens the history until it contains the merge base of two revisions.
deepen() {
  local depth
  for depth in --deepen=10 --deepen=100 --deepen=1000 --unshallow; do
    if git merge-base "$1" "$2" > /dev/null 2>&1; then return; fi
    if [ "$(git rev-parse --is-shallow-repository)" = false ]; then return; fi
    if ! try "$depth" origin; then return; fi
  done
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
      if ! known "$revision" && ! try --unshallow origin; then :; fi
      ;;
    *) fetch "$revision" ;;
  esac
fi
echo "baseline=$baseline" >> "$GITHUB_OUTPUT"
