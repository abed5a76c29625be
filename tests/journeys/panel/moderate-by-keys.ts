import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { PATIENCE, retry, type Tab } from '../drivers/driver.ts'
import { see } from '../place.ts'
import { lettersOf } from './hundred-texts.ts'
import { selectFirst } from './panel-journeys.ts'

export type Choice = 'ACCEPTED' | 'REJECTED'

/** How fast a moderator is. */
export interface Pace {
  /** Words read in a minute, by somebody who reads to decide. */
  readonly words: number
  /** Milliseconds for one key. */
  readonly key: number
}

/** Nobody is that fast; what remains is the time of the panel. */
export const AT_ONCE: Pace = { words: Number.POSITIVE_INFINITY, key: 0 }
export const HUMAN: Pace = { words: 450, key: 300 }

const CURRENT = 'article.card[aria-current] .text'

/**
 * Works through the queue that is open until nothing is left in it, by keys alone: back and forth, one comment by
 * itself, to another queue and back, with the list of keys and the search in between.
 *
 * @returns the choice that was made about each text, in the order in which they were met
 */
export async function moderateByKeys(
  tab: Tab,
  { count, choose, pace }: { readonly count: number; choose(text: string): Choice; readonly pace: Pace },
): Promise<ReadonlyMap<string, Choice>> {
  const made = new Map<string, Choice>()
  const press = async (key: string) => {
    if (pace.key > 0) await setTimeout(pace.key)
    await tab.press(key)
  }
  /** The comment that is selected, once it is another one. */
  const other = (before: string | null) =>
    retry('another comment is selected', async () => {
      const [text] = await tab.texts(CURRENT)
      return text === undefined || lettersOf(text) === before ? null : text
    })
  const read = async (text: string) => {
    const time = (60_000 * text.split(/\s+/).length) / pace.words
    if (time > 0) await setTimeout(time)
  }
  await selectFirst(tab)
  for (let at = 0; at < count; at++) {
    const text = await other([...made.keys()].at(-1) ?? null)
    const letters = lettersOf(text)
    // What was decided about does not come back.
    expect(made.has(letters)).toBe(false)
    await read(text)
    if (at % 10 === 3) await lookAhead(tab, { press, other, letters })
    if (at % 25 === 10) await press('z')
    if (at % 25 === 20) await press('Escape')
    if (at % 50 === 30) await lookAround(tab, press)
    const choice = choose(text)
    made.set(letters, choice)
    await press(choice === 'ACCEPTED' ? 'd' : 'f')
  }
  await see(tab, '.queue .empty', '')
  return made
}

interface Looking {
  press(key: string): Promise<void>
  other(before: string): Promise<string>
  /** The letters of the comment that is selected. */
  readonly letters: string
}

/** Looks at the next comment, and comes back to the one before. */
async function lookAhead(tab: Tab, { press, other, letters }: Looking): Promise<void> {
  await press('j')
  const next = lettersOf(await other(letters))
  await press('k')
  expect(lettersOf(await other(next))).toBe(letters)
  expect((await tab.texts('article.card[aria-current]')).length).toBe(1)
}

/** Opens the list of keys, the search and another queue, and comes back to the first comment. */
async function lookAround(tab: Tab, press: Looking['press']): Promise<void> {
  for (const [key, title] of [
    ['?', 'Keyboard'],
    ['Control+f', 'Find a discussion'],
  ] as const) {
    await press(key)
    await see(tab, 'dialog h2', title)
    await press('Escape')
    await expect.poll(() => tab.texts('dialog'), { timeout: PATIENCE }).toEqual([])
  }
  const names = await tab.texts('.queues a')
  const [open = ''] = await tab.texts('.queues a[aria-current]')
  await press('t')
  await expect.poll(() => tab.texts('.queues a[aria-current]'), { timeout: PATIENCE }).not.toContain(open)
  await press(String(names.indexOf(open) + 1))
  await see(tab, '.queues a[aria-current]', open.split('\n')[0] ?? '')
  await selectFirst(tab)
}
