# The guides name files, folders, functions and tests: each must be there.

guide_names() {
  local guide paths code=0
  paths=$(guide_paths)
  for guide in "$root"/{ARCHITECTURE,CONTRIBUTING,README,RELIABILITY,SECURITY}.md "$root"/docs/*.md "$root"/*/README.md \
    "$root"/config/retailers/README.md "$root"/web/DESIGN.md; do
    guide_files "$guide" <<<"$paths" || code=1
    guide_functions "$guide" || code=1
    guide_tests "$guide" || code=1
  done
  return "$code"
}

# Prints the path of every file and folder of the repository, from the root.
guide_paths() {
  (cd "$root" && find . \( -name .git -o -name .pg -o -name node_modules -o -name target -o -name dist \) -prune -o -print) | sed 's|^\./||'
}

# Checks names in backticks: folders, and files with the endings of the pattern below. Links are not checked.
# A path is written from the root, or from any folder above the file. The name of a source file alone is that of a file
# below the guide's folder: `collector.rs` in indexer/README.md is a file of the indexer. A table may be anywhere.
# Folders that programs make (`target/`, `data/`, `configuration/` of a backup) need not be there.
guide_files() {
  awk -v guide="${1#"$root"/}" '
    function note(path,    parts, count, suffix) {
      count = split(path, parts, "/")
      suffix = parts[count]
      if (suffix ~ /\.(toml|tsv|sh)$/ || index(path, folder) == 1) known[suffix]
      while (--count > 0) { suffix = parts[count] "/" suffix; known[suffix] }
      known[path]
    }
    BEGIN { folder = guide; sub(/[^\/]*$/, "", folder) }
    FILENAME == "-" { note($0); next }
    {
      line = $0
      while (match(line, /`[A-Za-z][A-Za-z0-9_.\/-]*(\.(rs|ts|tsx|mjs|css|toml|tsv|sh|json|md|yml)|\/)(:[A-Za-z0-9_]+)?`/)) {
        name = substr(line, RSTART + 1, RLENGTH - 2)
        line = substr(line, RSTART + RLENGTH)
        sub(/:[A-Za-z0-9_]+$/, "", name)
        sub(/\/$/, "", name)
        if (name ~ /^(target|data|configuration)(\/|$)/ || name in known) continue
        print guide " names " name ", which does not exist"
        wrong = 1
      }
    }
    END { exit wrong }
  ' - "$1"
}

# `file:function` names a function, a constant or a type of the file; so does `file`: `function`, `function`. The file is
# named from the root or from the guide, in the second form also from the folder of the api's tests.
guide_functions() {
  local guide=$1 file name path code=0
  while IFS=: read -r file name; do
    for path in "$root/$file" "${guide%/*}/$file" "$root/api/tests/it/$file"; do [ -f "$path" ] && break; done
    # guide_files names the files that do not exist.
    if [ -f "$path" ] && ! grep -qE "(fn|function|const|struct|enum|trait|type|class) $name\b" "$path"; then
      echo "${guide#"$root"/} names $name in $file, which has no such function"
      code=1
    fi
  done < <(guide_function_names "$guide")
  return "$code"
}

# Prints each function that the guide names, as file:function.
guide_function_names() {
  local file_pattern='[a-z][A-Za-z0-9_/.]*\.(rs|ts|tsx)' name='[A-Za-z0-9_]+'
  { grep -oE "\`$file_pattern:$name\`" "$1" || true; } | tr -d '`'
  { grep -oE "\`$file_pattern\`: \`$name\`(, \`$name\`)*" "$1" || true; } | tr -d '`,' |
    awk '{ sub(/:$/, "", $1); for (i = 2; i <= NF; i++) print $1 ":" $i }'
}

# A command such as `cargo test -p indexer --test it name` runs the tests whose path contains the name: a function or a
# module of the crate has to have it.
guide_tests() {
  local guide=$1 crate kind name folder code=0
  while read -r crate kind name; do
    folder=tests
    [ "$kind" = lib ] && folder=src
    if ! grep -rqE "(fn|mod) [a-z0-9_]*$name" "$root/$crate/$folder"; then
      echo "${guide#"$root"/} runs the test $name of $crate, which has no such test"
      code=1
    fi
  done < <(grep -oE 'cargo test -p [a-z]+ --(test it|lib) [a-z0-9_]+' "$guide" | sed -E 's/cargo test -p ([a-z]+) --(test it|lib) /\1 \2 /; s/test it/test/')
  return "$code"
}
