const PLATFORM = 'https://comments.example.org'

/** The comments of a page as HTML, or an empty text if the platform does not answer within two seconds. */
async function commentsOf(address) {
  const signal = AbortSignal.timeout(2_000)
  try {
    const link = `${PLATFORM}/discussions/by-url?${new URLSearchParams({ asset_url: address })}`
    const { headers } = await fetch(link, { redirect: 'manual', signal })
    const id = headers.get('location')?.split('/').pop()
    const answer = await fetch(`${PLATFORM}/api/v1/assets/${id}/stream.html`, {
      headers: { 'accept-language': 'en' },
      signal,
    })
    return answer.ok ? await answer.text() : ''
  } catch {
    return ''
  }
}

/** The place of the comments in a page. With script, the embed script puts the live comments there. */
export async function commentsPlace(address) {
  return `
    <style>
      #comments > .stream :is(.needs-script, .avatar) { display: none }
      #comments > .stream :is(.byline, nav, footer) { display: flex; flex-wrap: wrap; gap: 0 0.75em }
      #comments > .stream ol { list-style: none; padding-inline-start: 1em }
      #comments > .stream .comment { margin-block-start: 1em }
    </style>
    <div id="comments">${await commentsOf(address)}</div>
    <script async src="${PLATFORM}/embed.js" data-element="comments"></script>`
}
