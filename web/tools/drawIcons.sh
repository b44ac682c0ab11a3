#!/bin/sh
# Draws the icons of the installed app, web/public/icons, from web/public/favicon.svg. Run it after a change of that file.
# Needs Chromium (CHROMIUM names it, by default chromium-headless-shell). Systems cut maskable icons and Apple's icon to a
# shape of their own: theirs have no round corners, and the drawing lies within the middle 80 %.
set -eu
cd "$(dirname "$0")/../public"
chromium=${CHROMIUM:-chromium-headless-shell}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed 's/ rx="7"//' favicon.svg > "$folder/square.svg"
cp favicon.svg "$folder/round.svg"
draw() {
  printf '<!doctype html><style>body{margin:0}img{display:block;width:100vw;height:100vw}</style><img src="%s.svg">' "$1" \
    > "$folder/page.html"
  "$chromium" --headless --no-sandbox --hide-scrollbars --force-device-scale-factor=1 --default-background-color=00000000 \
    --user-data-dir="$folder/profile" --window-size="$2,$2" --screenshot="$PWD/icons/$3.png" "file://$folder/page.html"
}
draw round 192 icon-192
draw round 512 icon-512
draw square 192 maskable-192
draw square 512 maskable-512
draw square 180 apple-touch
