import { createTranslator, directionOf, type Translator } from '@platform/stream'
import { type ComponentChildren, createElement, Fragment } from 'preact'
import type { PageTextName, PageTexts } from '../texts/en.ts'

/** The texts, numbers and times of the pages in one language. */
export interface PageTranslator extends Translator<PageTextName> {
  readonly dir: 'ltr' | 'rtl'
  /** A text with elements in its places, such as a link in the place `{link}`. */
  parts(name: PageTextName, elements: Readonly<Record<string, ComponentChildren>>): ComponentChildren
  /** A time such as `21 Nov 2026, 09:26 UTC`, in UTC for all readers, so that they can share a page. */
  time(time: Date): string
  /** A span of seconds in its largest whole unit, such as `15 minutes`. */
  span(seconds: number): string
}

const SPANS: readonly (readonly [unit: string, seconds: number])[] = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
]

const TIME: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
  timeZoneName: 'short',
}

export function createPageTranslator(lang: string, texts: PageTexts): PageTranslator {
  const translator = createTranslator(lang, texts)
  // Made when it is first used: the first one of a process takes a megabyte.
  let times: Intl.DateTimeFormat | undefined
  return {
    ...translator,
    dir: directionOf(lang),
    // Every second part is the name of a place.
    parts: (name, elements) =>
      translator
        .text(name)
        .split(/\{(\w+)\}/)
        .map((part, i) => (i % 2 === 0 ? part : createElement(Fragment, { key: part }, elements[part]))),
    time(time) {
      times ??= new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, TIME)
      return times.format(time)
    },
    span(seconds) {
      const [unit, size] = SPANS.find(([, least]) => seconds > least) ?? ['second', 1]
      const format = new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' })
      return format.format(Math.ceil(seconds / size))
    },
  }
}
