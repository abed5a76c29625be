import { crc32, deflateSync } from 'node:zlib'
import { PhotonImage } from '@silvia-odwyer/photon-node'

/** Red, green and blue of a pixel. */
type Colour = readonly [red: number, green: number, blue: number]

const RED: Colour = [220, 30, 30]
const BLUE: Colour = [30, 30, 220]

/** A picture whose left half is red, and whose right half is blue. */
export function twoColours(width = 300, height = 300, opaque = 255): PhotonImage {
  const pixels = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at++) pixels.set([...(at % width < width / 2 ? RED : BLUE), opaque], at * 4)
  return new PhotonImage(pixels, width, height)
}

/** A picture as users have it: the sun above the water. */
export function landscape(side = 256): Buffer {
  const pixels = new Uint8Array(side * side * 4)
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [(at % side) / side, Math.floor(at / side) / side]
    const isSun = (x - 0.62) ** 2 + (y - 0.4) ** 2 < 0.02
    const [red, green, blue] = isSun
      ? [255, 214, 120]
      : y < 0.6
        ? [250 - 90 * y, 170 + 60 * y, 150 + 80 * y]
        : [30, 90 + 60 * y, 110 + 40 * y]
    pixels.set([red, green, blue, 255], at * 4)
  }
  return Buffer.from(new PhotonImage(pixels, side, side).get_bytes_jpeg(95))
}

export const jpeg = (): Buffer => Buffer.from(twoColours().get_bytes_jpeg(95))

/** A JPEG of a camera that was held in one of eight ways, with a text in its metadata. */
export function withExif(orientation: number, secret: string): Buffer {
  const text = Buffer.from(`${secret}\0`)
  const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  // Entries have a tag, a type, a count and a value.
  for (const [at, tag, type, count, value] of [
    [10, 0x0112, 3, 1, orientation],
    [22, 0x8298, 2, text.length, tiff.length],
  ] as const) {
    tiff.writeUInt16LE(tag, at)
    tiff.writeUInt16LE(type, at + 2)
    tiff.writeUInt32LE(count, at + 4)
    tiff.writeUInt32LE(value, at + 8)
  }
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, text])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  const bare = jpeg()
  return Buffer.concat([bare.subarray(0, 2), head, content, bare.subarray(2)])
}

/** A GIF of one pixel: first red, then blue. */
export function animation({ screen = 1, frame = 1 } = {}): Buffer {
  const short = (value: number) => [value & 255, value >> 8]
  const picture = (data: number) => [0x2c, 0, 0, 0, 0, ...short(frame), ...short(frame), 0, 2, 2, data, 1, 0]
  return Buffer.from([
    ...Buffer.from('GIF89a'),
    ...[...short(screen), ...short(screen), 0x80, 0, 0, ...RED, ...BLUE],
    ...[...picture(0x44), ...picture(0x4c), 0x3b],
  ])
}

/** A small PNG of a size at which a decoder would need gigabytes. */
export function bomb(side = 20_000): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(data.length + 12)
  whole.writeUInt32BE(data.length, 0)
  whole.write(type, 4, 'latin1')
  whole.set(data, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8)
  return whole
}

export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>',
)

/** `red` or `blue`, as it is at a place of a drawn avatar; the numbers for another colour. */
export function colourAt(drawn: Uint8Array, x: number, y: number): string {
  const picture = PhotonImage.new_from_byteslice(drawn)
  const [red = 0, green = 0, blue = 0] = picture.get_raw_pixels().subarray(4 * (y * picture.get_width() + x))
  const near = (colour: Colour) => [red, green, blue].every((value, at) => Math.abs(value - (colour[at] ?? 0)) < 25)
  return near(RED) ? 'red' : near(BLUE) ? 'blue' : `${red} ${green} ${blue}`
}

/** Width and height. */
export function sizeOf(drawn: Uint8Array): readonly [number, number] {
  const picture = PhotonImage.new_from_byteslice(drawn)
  return [picture.get_width(), picture.get_height()]
}
