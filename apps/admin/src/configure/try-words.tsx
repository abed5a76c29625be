import { useEffect, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { TriedWords } from '../documents/generated.ts'
import type { TriedWordsQuery, TriedWordsQueryVariables } from '../documents/types.ts'
import { settingsFormOf } from './form.ts'
import { inputOf } from './settings.ts'

type Tried = NonNullable<TriedWordsQuery['testWordlist']>

/** How long the user has stopped typing before a text is tried. Milliseconds. */
const PAUSE = 300

/** Tries a text with the word lists as they are in the form, before they are saved. */
export function TryWords() {
  const { texts } = useAdmin()
  const [body, setBody] = useState('')
  const { tried, failed } = useTried(body)
  return (
    <div class="setting">
      <label for="try-words">{texts.text('tryWords')}</label>
      <textarea
        id="try-words"
        rows={3}
        dir="auto"
        value={body}
        aria-describedby="try-words-hint"
        onInput={event => setBody(event.currentTarget.value)}
      />
      <p class="hint" id="try-words-hint">
        {texts.text('tryWordsHint')}
      </p>
      <div class="tried" role="status">
        {failed && <p class="problem">{texts.text('notTried')}</p>}
        {tried && !failed && (
          <>
            <p>
              <strong>{texts.text(tried.list === null ? 'triedNone' : VERDICTS[tried.list])}</strong>
            </p>
            {tried.words.length > 0 && (
              <p dir="auto">
                {piecesOf(body, tried.words).map(({ text, list }, i) =>
                  list === null ? (
                    text
                  ) : (
                    <mark key={i} class={list.toLowerCase()}>
                      {text}
                    </mark>
                  ),
                )}
              </p>
            )}
          </>
        )}
      </div>
    </div>
  )
}

const VERDICTS = { BANNED: 'triedBanned', SUSPECT: 'triedSuspect' } as const

/** What the lists do with a text, a moment after it or a list was changed. */
function useTried(body: string): { readonly tried: Tried | null; readonly failed: boolean } {
  const admin = useAdmin()
  const { pending } = settingsFormOf(admin).state.value
  const [state, setState] = useState<{ readonly tried: Tried | null; readonly failed: boolean }>({
    tried: null,
    failed: false,
  })
  const lists = Object.fromEntries(Object.entries(pending).filter(([name]) => name.startsWith('wordlist.')))
  useEffect(() => {
    let isCurrent = true
    const put = (tried: Tried | null, failed: boolean) => isCurrent && setState({ tried, failed })
    if (body.trim() === '') {
      put(null, false)
      return
    }
    const timer = setTimeout(() => {
      const variables = { body, ...inputOf(lists) } as TriedWordsQueryVariables
      admin.graph.ask(TriedWords, variables).then(
        ({ data }) => put(data?.testWordlist ?? null, !data?.testWordlist),
        () => put(null, true),
      )
    }, PAUSE)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [body, lists['wordlist.banned'], lists['wordlist.suspect']])
  return state
}

/** The text in pieces: those that a list has, and those between. */
function piecesOf(body: string, words: Tried['words']): readonly { text: string; list: 'BANNED' | 'SUSPECT' | null }[] {
  const pieces: { text: string; list: 'BANNED' | 'SUSPECT' | null }[] = []
  let end = 0
  for (const word of words.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (word.start < end) continue
    if (word.start > end) pieces.push({ text: body.slice(end, word.start), list: null })
    pieces.push({ text: body.slice(word.start, word.end), list: word.list })
    end = word.end
  }
  pieces.push({ text: body.slice(end), list: null })
  return pieces
}
