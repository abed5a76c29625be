import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { ChangeDiscussion, ScrapeDiscussion } from '../documents/generated.ts'
import { Field, Form } from '../kit/form.tsx'
import { useSend } from '../kit/use-send.ts'
import { Part } from './part.tsx'
import type { PartProps } from './read-discussion.ts'

const FACTS = [
  ['title', 'factTitle', 500],
  ['description', 'factDescription', 2_000],
  ['author', 'factAuthor', 500],
  ['section', 'factSection', 200],
  ['image', 'factImage', 2_000],
] as const

/** What is known of the page, from the page itself or from moderators. */
export function FactsForm({ discussion, onChange }: PartProps) {
  const { texts } = useAdmin()
  const [done, setDone] = useState<string | null>(null)
  // It is said apart from what was saved: reading the page saves nothing of the form.
  const [scraped, setScraped] = useState<string | null>(null)
  const { id } = discussion
  const sending = useSend(
    ChangeDiscussion,
    FACTS.map(([name]) => name),
  )
  const scraping = useSend(ScrapeDiscussion)
  const send = async (fields: FormData) => {
    setDone(null)
    const given = FACTS.map(([name]) => [name, String(fields.get(name) ?? '').trim() || null] as const)
    const input = Object.fromEntries(given.filter(([name, value]) => value !== discussion[name]))
    if (!(await sending.send({ id, input }))) return
    setDone(texts.text('savedNow'))
    onChange()
  }
  const scrape = async () => {
    setScraped(null)
    if (await scraping.send({ id })) setScraped(texts.text('scrapesNow'))
  }
  return (
    <Part title={texts.text('aboutThePage')}>
      <Form
        sending={{ ...sending, rest: [...sending.rest, ...scraping.rest] }}
        submit={texts.text('save')}
        done={done}
        warnsOfLeaving
        onSend={fields => void send(fields)}
        beside={
          <>
            <button type="button" class="button" onClick={() => void scrape()}>
              {texts.text('scrape')}
            </button>
            <button type="button" class="button" onClick={onChange}>
              {texts.text('readAgain')}
            </button>
          </>
        }
      >
        {FACTS.map(([name, text, most]) => (
          <Field key={name} name={name} label={texts.text(text)} sending={sending}>
            {control => (
              <input
                type="text"
                dir="auto"
                maxLength={most}
                key={discussion[name]}
                defaultValue={discussion[name] ?? ''}
                {...control}
              />
            )}
          </Field>
        ))}
        <p class="result" role="status">
          {scraped}
        </p>
      </Form>
    </Part>
  )
}
