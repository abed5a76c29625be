import { parentPort, workerData } from 'node:worker_threads'
import { crop, PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node'
import { imageSize } from 'image-size'
import { MOST_PIXELS, SIZE } from './picture-limits.ts'
import { uprightOnWhite } from './upright-on-white.ts'

const FORMATS: ReadonlySet<string | undefined> = new Set(['jpg', 'png', 'webp', 'gif'])
const QUALITY = 85

/** Everything that throws here ends the thread, and the picture counts as none. */
function redraw(bytes: Uint8Array): Uint8Array {
  // The header is read first, because a small file can say that it has thousands of millions of pixels.
  const { type, width, height, orientation = 1 } = imageSize(bytes)
  if (!FORMATS.has(type)) throw new Error(`${type} is no format of a picture`)
  if (width * height > MOST_PIXELS) throw new Error(`${width} × ${height} pixels are too many`)
  // Of an animation this is the first frame.
  const square = resize(middleOf(PhotonImage.new_from_byteslice(bytes)), SIZE, SIZE, SamplingFilter.Lanczos3)
  const pixels = uprightOnWhite(square.get_raw_pixels(), orientation)
  return new PhotonImage(pixels, SIZE, SIZE).get_bytes_jpeg(QUALITY)
}

/** The largest square in the middle of a picture. */
function middleOf(picture: PhotonImage): PhotonImage {
  const [width, height] = [picture.get_width(), picture.get_height()]
  if (width === height) return picture
  const side = Math.min(width, height)
  const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)]
  const middle = crop(picture, left, top, left + side, top + side)
  picture.free()
  return middle
}

if (workerData instanceof Uint8Array) parentPort?.postMessage(redraw(workerData))
