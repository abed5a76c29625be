/**
 * The pixels of a square picture, turned as the camera was held, on white: an avatar covers the initial of a name,
 * which must not shine through.
 *
 * @param pixels four bytes for each pixel: red, green, blue and how opaque it is
 * @param orientation what Exif says of the picture, 1 to 8
 */
export function uprightOnWhite(pixels: Uint8Array, orientation: number): Uint8Array {
  const side = Math.sqrt(pixels.length / 4)
  const last = side - 1
  const turned = new Uint8Array(pixels.length)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const [across, down] = orientation >= 5 ? [y, x] : [x, y]
      const fromX = MIRRORED_ACROSS.has(orientation) ? last - across : across
      const fromY = MIRRORED_DOWN.has(orientation) ? last - down : down
      const from = 4 * (fromY * side + fromX)
      const to = 4 * (y * side + x)
      const opaque = (pixels[from + 3] ?? 255) / 255
      for (let colour = 0; colour < 3; colour++)
        turned[to + colour] = Math.round(255 + ((pixels[from + colour] ?? 255) - 255) * opaque)
      turned[to + 3] = 255
    }
  return turned
}

const MIRRORED_ACROSS: ReadonlySet<number> = new Set([2, 3, 7, 8])
const MIRRORED_DOWN: ReadonlySet<number> = new Set([3, 4, 6, 7])
