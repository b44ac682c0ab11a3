// Draws barcodes: as a still picture, and as a video for Chromium's fake camera.

/** Bars of the digits 0 to 9 at the left of the middle, where a leading zero leaves the parity odd; 1 is a bar. */
const left = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
/** Parities of the six left digits by the first digit, which has no bars of its own. */
const parities = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL']

const inverted = (bars: string) => bars.replace(/[01]/g, (bar) => (bar === '0' ? '1' : '0'))
const mirrored = (bars: string) => bars.split('').toReversed().join('')

/** Returns the 95 bars and gaps of an EAN-13. */
function encode(ean: string): string {
  const digits = ean.split('').map(Number)
  const bars = (digit: number) => left[digit] ?? ''
  const parity = parities[digits[0] ?? 0] ?? ''
  const first = digits
    .slice(1, 7)
    .map((digit, at) => (parity[at] === 'L' ? bars(digit) : mirrored(inverted(bars(digit)))))
  const second = digits.slice(7).map((digit) => inverted(bars(digit)))
  return `101${first.join('')}01010${second.join('')}101`
}

const [width, height] = [640, 480]
/** Width of the thinnest bar, in px. */
const module = 4

/** Returns the brightness of each pixel, row by row: an EAN-13 in the middle of a white sheet. */
function draw(ean: string): Buffer {
  const bars = encode(ean)
  const row = Buffer.alloc(width, 255)
  const start = Math.floor((width - bars.length * module) / 2)
  bars.split('').forEach((bar, at) => {
    if (bar === '1') row.fill(0, start + at * module, start + (at + 1) * module)
  })
  const white = Buffer.alloc(width, 255)
  return Buffer.concat(Array.from({ length: height }, (_, y) => (y >= 120 && y < 360 ? row : white)))
}

/** Returns an EAN-13 as a bitmap file of 24 bits. */
export function barcodePicture(ean: string): Buffer {
  const grey = draw(ean)
  const header = Buffer.alloc(54)
  header.write('BM')
  header.writeUInt32LE(54 + grey.length * 3, 2)
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  // A negative height: the first row is the top one.
  header.writeInt32LE(-height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  const pixels = Buffer.alloc(grey.length * 3)
  grey.forEach((brightness, at) => pixels.fill(brightness, at * 3, at * 3 + 3))
  return Buffer.concat([header, pixels])
}

/** Returns an EAN-13 as a video (Y4M) of a few frames, which a fake camera repeats. */
export function barcodeVideo(ean: string): Buffer {
  const frame = Buffer.concat([Buffer.from('FRAME\n'), draw(ean), Buffer.alloc((width * height) / 2, 128)])
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  return Buffer.concat([header, frame, frame, frame])
}
