import { useAdmin } from '../app/context.ts'

/** What the lines to copy are made for. */
interface EmbedCodeProps {
  /** The address of the page with the comments; without it the lines have a place for it. */
  readonly page?: string
  readonly theme?: EmbedTheme
}

/** The theme of the comments: that which fits the text of the page, or one of the two. */
export type EmbedTheme = 'auto' | 'light' | 'dark'

/** What a page has where the comments should be. */
function codeFor(site: string, { page, theme = 'auto' }: EmbedCodeProps): string {
  const named = theme === 'auto' ? '' : ` data-theme="${theme}"`
  const address = page === undefined ? '…' : encodeURIComponent(page)
  return `<div id="comments"></div>
<script async src="${site}/embed.js" data-element="comments"${named}></script>
<noscript><a href="${site}/discussions/by-url?asset_url=${address}">Comments</a></noscript>`
}

/** The lines to copy into pages with comments. */
export function EmbedCode(made: EmbedCodeProps) {
  const { say, state, texts } = useAdmin()
  const code = codeFor(location.origin + state.root, made)
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
        {texts.text(made.page === undefined ? 'embedCodeHint' : 'embedCodeOfPage')}
      </p>
      <p>
        <button type="button" class="button" onClick={() => void copy()}>
          {texts.text('copy')}
        </button>
      </p>
    </div>
  )
}
