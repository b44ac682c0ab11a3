# CONTRIBUTING.md, RELIABILITY.md and the pages of docs/ name functions as `file:function`: each must be there.

guide_names() {
  local guide file name code=0
  for guide in "$root/CONTRIBUTING.md" "$root/RELIABILITY.md" "$root"/docs/*.md; do
    while IFS=: read -r file name; do
      if [ ! -f "$root/$file" ]; then
        echo "${guide#"$root"/} names $file, which does not exist"
        code=1
      elif ! grep -qE "(fn|function|const) $name\b" "$root/$file"; then
        echo "${guide#"$root"/} names $name in $file, which has no such function"
        code=1
      fi
    done < <(grep -oE '`[a-z][A-Za-z0-9_/.]*\.(rs|ts|tsx):[A-Za-z_]+`' "$guide" | tr -d '`')
  done
  return "$code"
}
