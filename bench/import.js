import { platform } from './lib/workplace.js'
import { median, rounded } from './lib/page.js'

/** `platform import threads` into an empty store, its own start included. */
export async function importThreads({ threads, comments, fresh }) {
  const whole = []
  const inside = []
  for (let round = 0; round < 3; round++) {
    const began = performance.now()
    const { stdout } = await platform(fresh(), ['import', 'threads', threads, '--json'])
    whole.push(comments / ((performance.now() - began) / 1_000))
    inside.push(comments / JSON.parse(stdout).seconds)
  }
  return {
    'whole command': { value: rounded(median(whole), 0), unit: 'comments/s', target: '15,000' },
    'without its start': { value: rounded(median(inside), 0), unit: 'comments/s' },
  }
}
