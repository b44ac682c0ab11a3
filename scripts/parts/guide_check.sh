# Checks that every `file:function` that CONTRIBUTING.md names exists.

guide_names() {
  local file name code=0
  while IFS=: read -r file name; do
    if [ ! -f "$root/$file" ]; then
      echo "CONTRIBUTING.md names $file, which does not exist"
      code=1
    elif ! grep -qE "(fn|function|const) $name\b" "$root/$file"; then
      echo "CONTRIBUTING.md names $name in $file, which has no such function"
      code=1
    fi
  done < <(grep -oE '`[a-z][A-Za-z0-9_/.]*\.(rs|ts|tsx):[A-Za-z_]+`' "$root/CONTRIBUTING.md" | tr -d '`')
  return "$code"
}
