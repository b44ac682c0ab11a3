# The guides name files, folders and functions: each must be there.

guide_names() {
  local guide paths code=0
  paths=$(guide_paths)
  for guide in "$root"/{ARCHITECTURE,CONTRIBUTING,README,RELIABILITY,SECURITY}.md "$root"/docs/*.md "$root"/*/README.md; do
    guide_files "$guide" <<<"$paths" || code=1
    guide_functions "$guide" || code=1
  done
  return "$code"
}

# Prints the path of every file and folder of the repository, from the root.
guide_paths() {
  (cd "$root" && find . \( -name .git -o -name .pg -o -name node_modules -o -name target -o -name dist \) -prune -o -print) | sed 's|^\./||'
}

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
      while (match(line, /`[A-Za-z][A-Za-z0-9_.\/-]*(\.(rs|ts|tsx|css|toml|tsv|sh)|\/)(:[A-Za-z_]+)?`/)) {
        name = substr(line, RSTART + 1, RLENGTH - 2)
        line = substr(line, RSTART + RLENGTH)
        sub(/:[A-Za-z_]+$/, "", name)
        sub(/\/$/, "", name)
        if (name ~ /^(target|data|configuration)(\/|$)/ || name in known) continue
        print guide " names " name ", which does not exist"
        wrong = 1
      }
    }
    END { exit wrong }
  ' - "$1"
}

# `file:function` names a function, a constant or a type of the file. The file is named from the root or from the guide.
guide_functions() {
  local guide=$1 file name path code=0
  while IFS=: read -r file name; do
    path=$root/$file
    [ -f "$path" ] || path=${guide%/*}/$file
    # guide_files names the files that do not exist.
    if [ -f "$path" ] && ! grep -qE "(fn|function|const|struct|enum|trait|type|class) $name\b" "$path"; then
      echo "${guide#"$root"/} names $name in $file, which has no such function"
      code=1
    fi
  done < <(grep -oE '`[a-z][A-Za-z0-9_/.]*\.(rs|ts|tsx):[A-Za-z_]+`' "$guide" | tr -d '`')
  return "$code"
}
