import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { redraw } from '../../src/features/avatars/picture/redraw.ts'
import { animation, bomb, colourAt, jpeg, SVG, sizeOf, twoColours, withExif } from './pictures.ts'

const drawn = async (bytes: Uint8Array): Promise<Buffer> => {
  const picture = await redraw(bytes)
  if (!picture) throw new Error('it was not drawn')
  return picture
}
const left = (picture: Uint8Array) => colourAt(picture, 20, 128)
const right = (picture: Uint8Array) => colourAt(picture, 235, 128)

test.each([
  ['JPEG', jpeg],
  ['PNG', () => twoColours().get_bytes()],
  ['WebP', () => twoColours().get_bytes_webp()],
])('a %s becomes a JPEG of 256 pixels', async (_format, make) => {
  const picture = await drawn(make())
  expect([picture.subarray(0, 3).toString('hex'), sizeOf(picture)]).toEqual(['ffd8ff', [256, 256]])
  expect([left(picture), right(picture)]).toEqual(['red', 'blue'])
})

test('of an animation the first frame is drawn', async () => {
  const picture = await drawn(animation())
  expect([sizeOf(picture), colourAt(picture, 128, 128)]).toEqual([[256, 256], 'red'])
})

test.each([
  ['wide', 600, 200],
  ['high', 200, 600],
])('the middle of a %s picture is drawn, and not squeezed', async (_form, width, height) => {
  const picture = await drawn(twoColours(width, height).get_bytes())
  expect([sizeOf(picture), left(picture), right(picture)]).toEqual([[256, 256], 'red', 'blue'])
})

test('what is transparent becomes white, so that the initial below does not shine through', async () => {
  expect(colourAt(await drawn(twoColours(64, 64, 0).get_bytes()), 128, 128)).toBe('255 255 255')
})

// What stands at the four sides of the upright picture, by the way in which the camera was held.
test.each([
  [1, 'red', 'blue', null],
  [2, 'blue', 'red', null],
  [3, 'blue', 'red', null],
  [4, 'red', 'blue', null],
  [5, null, null, 'red'],
  [6, null, null, 'red'],
  [7, null, null, 'blue'],
  [8, null, null, 'blue'],
])(
  'a picture with the orientation %i is drawn upright, without its metadata',
  async (orientation, first, second, top) => {
    const picture = await drawn(withExif(orientation, 'at my home'))
    if (top === null) expect([left(picture), right(picture)]).toEqual([first, second])
    else expect(colourAt(picture, 128, 20)).toBe(top)
    expect([picture.includes('at my home'), picture.includes('Exif')]).toEqual([false, false])
  },
)

test.each<[string, () => Uint8Array]>([
  ['nothing', () => Buffer.alloc(0)],
  ['random bytes', () => randomBytes(5_000)],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['an SVG', () => SVG],
  ['a picture that was cut off', () => jpeg().subarray(0, 700)],
  ['the beginning of a picture, and a page', () => Buffer.concat([jpeg().subarray(0, 20), Buffer.from('<html>')])],
  ['a small file of 400 million pixels', () => bomb()],
  ['a small file of 16 million pixels', () => bomb(4_000)],
  ['an animation with a frame larger than itself', () => animation({ screen: 1, frame: 60_000 })],
])('%s is no picture [S17]', async (_what, make) => {
  expect(await redraw(make())).toBeNull()
})
