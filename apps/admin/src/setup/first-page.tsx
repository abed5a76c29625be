import { useId, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { refusalIn } from '../browser/graph.ts'
import { EmbedCode } from '../configure/embed-code.tsx'
import { OpenFirstPage } from '../documents/generated.ts'
import { refusalText } from '../kit/refusal-text.ts'
import { keepProgress, progress } from './progress.ts'

/** Opens the discussion of a page, and has the lines to copy into it. */
export function FirstPage() {
  const { graph, state, texts } = useAdmin()
  const id = useId()
  const { page, theme } = progress.value
  const [opened, setOpened] = useState<{ readonly id: string; readonly url: string | null } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const open = async () => {
    const answer = await graph.ask(OpenFirstPage, { url: page.trim() }).catch(() => null)
    const refusal = answer && refusalIn(answer)
    setOpened(answer?.data?.asset ?? null)
    setProblem(answer?.data?.asset ? null : refusal ? refusalText(texts, refusal) : texts.text('unreachable'))
  }
  return (
    <>
      <div class="setting">
        <label for={id}>{texts.text('firstPage')}</label>
        <div class="setting-line">
          <input
            id={id}
            type="url"
            dir="ltr"
            placeholder="https://"
            value={page}
            aria-invalid={problem ? 'true' : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onInput={event => {
              keepProgress({ page: event.currentTarget.value })
              setOpened(null)
              setProblem(null)
            }}
          />
          <button type="button" class="button" disabled={page.trim() === ''} onClick={() => void open()}>
            {texts.text('openFirstPage')}
          </button>
        </div>
        <div role="status">
          {problem && (
            <p class="problem" id={`${id}-problem`}>
              {problem}
            </p>
          )}
          {opened && (
            <p>
              {texts.text('firstPageIsOpen')}{' '}
              <a href={`${state.root}/discussions/${encodeURIComponent(opened.id)}`} target="_blank" rel="noopener">
                {opened.url}
              </a>
            </p>
          )}
        </div>
      </div>
      <EmbedCode theme={theme} {...(opened?.url ? { page: opened.url } : {})} />
    </>
  )
}
