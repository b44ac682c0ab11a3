#!/bin/sh
# Makes the site's fonts, web/src/ui/fonts, from those of the packages: only the characters that the site shows, without
# hints, so that a page in Arabic loads 75 kB of fonts in place of 205. Needs fonttools and brotli (pip install fonttools
# brotli). Change the characters here and in fonts.css together; a test compares them with the texts.
set -eu
cd "$(dirname "$0")/.."
latin='U+0020-007E,U+00A0,U+00A3,U+00A7-00A9,U+00AB,U+00AE,U+00B0-00B3,U+00B5,U+00B7,U+00BB-00BE,U+00C0-00FF,U+2009,U+2011,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2032,U+2033,U+2039,U+203A,U+20AC,U+2122,U+2190-2193,U+2212,U+2248,U+2260,U+2264,U+2265'
arabic='U+060C,U+061B,U+061F,U+0621-063A,U+0640-0655,U+0660-066C,U+0670,U+0671,U+067E,U+0686,U+0698,U+06A4,U+06A9,U+06AF,U+06CC,U+200C-200F,U+25CC'
subset() {
  pyftsubset "node_modules/@fontsource/$1" --unicodes="$2" --layout-features="$3" --flavor=woff2 --no-hinting \
    --desubroutinize --output-file="src/ui/fonts/$4"
}
for weight in 400 500 600; do
  subset "ibm-plex-sans/files/ibm-plex-sans-latin-$weight-normal.woff2" "$latin" 'kern,ccmp,mark' "latin-$weight.woff2"
  subset "ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-$weight-normal.woff2" "$arabic" \
    'kern,ccmp,init,medi,fina,isol,rlig,liga,calt,mark,mkmk' "arabic-$weight.woff2"
done
