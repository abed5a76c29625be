import { useAdmin } from '../app/context.ts'

/** What a page has where the comments should be. */
const codeFor = (site: string) => `<div id="comments"></div>
<script async src="${site}/embed.js" data-element="comments"></script>
<noscript><a href="${site}/discussions/by-url?asset_url=…">Comments</a></noscript>`

/** The lines to copy into pages with comments. */
export function EmbedCode() {
  const { say, state, texts } = useAdmin()
  const code = codeFor(location.origin + state.root)
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => say(texts.text('copied')),
      () => say(texts.text('notCopied'), 'wrong'),
    )
  return (
    <div class="setting">
      <label for="embed-code">{texts.text('embedCode')}</label>
      <textarea
        id="embed-code"
        class="code"
        rows={4}
        dir="ltr"
        readOnly
        value={code}
        aria-describedby="embed-code-hint"
        onFocus={event => event.currentTarget.select()}
      />
      <p class="hint" id="embed-code-hint">
        {texts.text('embedCodeHint')}
      </p>
      <p>
        <button type="button" class="button" onClick={() => void copy()}>
          {texts.text('copy')}
        </button>
      </p>
    </div>
  )
}
