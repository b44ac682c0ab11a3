# The guides name files, folders, tests, settings and make targets: each must be there.

guide_names() {
  local guide paths code=0
  paths=$(guide_paths)
  while IFS= read -r guide; do
    guide=$root/$guide
    guide_files "$guide" <<<"$paths" || code=1
    guide_tests "$guide" || code=1
    guide_settings "$guide" || code=1
    guide_targets "$guide" || code=1
  done < <(git -C "$root" ls-files '*.md')
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
      while (match(line, /`[A-Za-z][A-Za-z0-9_.\/-]*(\.(rs|ts|tsx|mjs|css|toml|tsv|sh|json|md|yml)|\/)`/)) {
        name = substr(line, RSTART + 1, RLENGTH - 2)
        line = substr(line, RSTART + RLENGTH)
        sub(/\/$/, "", name)
        if (name ~ /^(target|data|configuration)(\/|$)/ || name in known) continue
        print guide " names " name ", which does not exist"
        wrong = 1
      }
    }
    END { exit wrong }
  ' - "$1"
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

# A setting is written `section.key` in backticks, or TAJMEEA_SECTION__KEY: config/default.toml has to have it.
guide_settings() {
  awk -v guide="${1#"$root"/}" '
    NR == FNR {
      if (match($0, /^\[[a-z_.]+\]/)) { section = substr($0, 2, RLENGTH - 2); sections[section] }
      if (match($0, /^[a-z_]+ *=/)) { key = $1; sub(/=.*/, "", key); known[section "." key] }
      next
    }
    {
      line = $0
      while (match(line, /`[a-z_]+\.[a-z_]+[ `]|TAJMEEA_[A-Z_]+__[A-Z_]+/)) {
        name = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        gsub(/[` ]/, "", name)
        if (sub(/^TAJMEEA_/, "", name)) { sub(/__/, ".", name); name = tolower(name) }
        section = name
        sub(/\..*/, "", section)
        if (!(section in sections) || name ~ /\.(rs|ts|md|sh|toml|tsv|json|css)$/ || name in known) continue
        print guide " names the setting " name ", which config/default.toml does not have"
        wrong = 1
      }
    }
    END { exit wrong }
  ' "$root/config/default.toml" "$1"
}

# `make name` in backticks is a target of the Makefile.
guide_targets() {
  local guide=$1 target code=0
  while read -r target; do
    grep -q "^$target:" "$root/Makefile" && continue
    echo "${guide#"$root"/} names make $target, which the Makefile does not have"
    code=1
  done < <(grep -oE '`([A-Z]+=[^ `]+ )*make [a-z][a-z-]*' "$guide" | sed -E 's/.*make //; s/-$//' | grep -v '^bench$' | sort -u)
  return "$code"
}
