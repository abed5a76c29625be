import type { Frame } from './frame.ts'

/** How long a loaded frame may be silent before the page says so. Milliseconds. */
const SILENCE = 10_000

const TEXTS = {
  en: ['The comments do not answer.', 'Open them on a page of their own'],
  de: ['Die Kommentare antworten nicht.', 'Auf einer eigenen Seite öffnen'],
} as const

interface Silence {
  /** Begins to wait for the frame, each time that it is loaded. */
  begin(): void
  /** The frame has answered. */
  end(): void
}

/** Tells the reader when the frame does not answer, with a link to the discussion, and the console why it may be. */
export function watchSilence(
  frame: Frame,
  { addressOf, lang }: { readonly addressOf: () => string; readonly lang: string },
): Silence {
  let note: HTMLElement | undefined
  let answered = false
  const show = () => {
    if (answered || note) return
    const address = addressOf()
    note = noteFor(address, lang)
    frame.element.before(note)
    console.warn(
      `Platform: the frame of ${new URL(address).origin} does not answer. Is ${location.hostname} one of its ` +
        'permitted domains? Does the address of the platform lead to another address?',
    )
  }
  return {
    begin: () => frame.element.addEventListener('load', () => setTimeout(show, SILENCE)),
    end() {
      answered = true
      note?.remove()
      note = undefined
    },
  }
}

function noteFor(address: string, lang: string): HTMLElement {
  const [sentence, linked] = /^de\b/i.test(lang) ? TEXTS.de : TEXTS.en
  const note = document.createElement('p')
  const link = document.createElement('a')
  note.setAttribute('role', 'status')
  note.lang = sentence === TEXTS.de[0] ? 'de' : 'en'
  link.href = address
  link.textContent = linked
  note.append(`${sentence} `, link)
  return note
}
