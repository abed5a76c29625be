import { fromText, Refusal } from './from-text.ts'

/** Karma at or above `reliable` is trusted, at or below `unreliable` is not; both inclusive. */
export interface Threshold {
  readonly reliable: number
  readonly unreliable: number
}

const SEGMENT = /^(comment|flag):(-?\d{1,6}),(-?\d{1,6})$/
const DEFAULTS = { comment: { reliable: 2, unreliable: -1 }, flag: { reliable: 2, unreliable: -1 } }

function parseSegment(segment: string): { name: 'comment' | 'flag', threshold: Threshold } {
  const [, name, reliable, unreliable] = SEGMENT.exec(segment) ?? []
  if (name !== 'comment' && name !== 'flag') {
    throw new Refusal(`segment ${quote(segment)} must be comment:<RELIABLE>,<UNRELIABLE> or flag:<RELIABLE>,<UNRELIABLE> with two whole numbers`)
  }
  const threshold = { reliable: Number(reliable), unreliable: Number(unreliable) }
  if (threshold.reliable <= threshold.unreliable) {
    throw new Refusal(`segment ${quote(segment)} must have RELIABLE above UNRELIABLE`)
  }
  return { name, threshold }
}

const quote = (segment: string) => JSON.stringify(segment.slice(0, 60))

/** `comment:2,-1;flag:2,-1`; a name that is left out keeps its default, one trailing `;` is fine. */
export const trustThresholds = fromText((text) => {
  const given = new Map<string, Threshold>()
  for (const segment of text.replace(/;$/, '').split(';')) {
    const { name, threshold } = parseSegment(segment)
    if (given.has(name)) throw new Refusal(`segment ${quote(segment)} repeats the name ${name}`)
    given.set(name, threshold)
  }
  return { comment: given.get('comment') ?? DEFAULTS.comment, flag: given.get('flag') ?? DEFAULTS.flag }
})
