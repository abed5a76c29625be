// Shows new comments while a discussion is open. The live endpoint announces them, the server renders them, and this
// script inserts them in their place.
{
  const { live, discussion, base, keepAlive } = document.body.dataset
  const comments = `${base}/discussions/${encodeURIComponent(discussion)}/comments`
  const thread = document.getElementById('thread')
  const news = document.getElementById('news')
  const announcement = document.getElementById('announcement')
  const total = document.querySelector('[data-total]')
  const numbers = new Intl.NumberFormat('en')
  const known = new Set(thread.dataset.recent?.split(' '))
  // The time at which the server last read the comments of this page: later comments are new.
  let readAt = thread.dataset.read
  let elsewhere = 0

  // ---- The place of a comment

  const elementOf = id => document.getElementById(`c-${id}`)

  function place(item) {
    const id = item.id.slice(2)
    if (known.has(id) || elementOf(id)) return
    known.add(id)
    const { parent } = item.dataset
    const above = parent && elementOf(parent)
    item.classList.add('is-new')
    if (above) placeBelow(above, item)
    else if (!parent && thread.dataset.place) placeAtEnd(item)
    else return tellOfMore()
    announcement.textContent = `New comment by ${item.dataset.author ?? 'a deleted account'}`
  }

  function placeAtEnd(item) {
    item.dataset.levels = thread.dataset.levels
    if (thread.dataset.place === 'top') thread.prepend(item)
    else thread.append(item)
  }

  function placeBelow(above, item) {
    const levels = Number(above.dataset.levels ?? 0)
    if (levels === 0) return linkBelow(above)
    if (levels > 1) item.dataset.levels = String(levels - 1)
    let list = above.querySelector(':scope > ol.replies')
    if (!list) {
      list = Object.assign(document.createElement('ol'), { className: 'replies' })
      above.append(list)
    }
    list.append(item)
    countReply(above)
  }

  function countReply(above) {
    const footer = above.querySelector(':scope > article > footer')
    let link = footer?.querySelector('.replies-count')
    if (!footer) return
    if (!link) {
      link = Object.assign(document.createElement('a'), {
        className: 'replies-count',
        href: above.querySelector('a.when').href,
      })
      footer.append(link)
    }
    const number = Number(link.dataset.replies ?? 0) + 1
    link.dataset.replies = String(number)
    link.textContent = counted(number, 'reply', 'replies')
  }

  // Replies below the deepest level are behind a link.
  function linkBelow(above) {
    let link = above.querySelector(':scope > a.more')
    if (!link) {
      link = Object.assign(document.createElement('a'), { className: 'more', href: above.querySelector('a.when').href })
      above.append(link)
    }
    link.textContent = 'Show new replies'
  }

  function tellOfMore() {
    elsewhere++
    const link = Object.assign(document.createElement('a'), {
      href: `${base}/discussions/${encodeURIComponent(discussion)}`,
      textContent: elsewhere === 1 ? '1 new comment' : `${elsewhere} new comments`,
    })
    news.replaceChildren(link)
  }

  const counted = (number, one, many) => `${numbers.format(number)} ${number === 1 ? one : many}`

  function showTotal(number) {
    if (number > 0) document.querySelector('.thread .empty')?.remove()
    total.textContent = counted(number, 'comment', 'comments')
  }

  // ---- Fetching comments that the server renders

  async function read(address) {
    const response = await fetch(address, { headers: { accept: 'text/html' } })
    if (!response.ok) return
    readAt = response.headers.get('x-read') ?? readAt
    showTotal(Number(response.headers.get('x-total')))
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    for (const item of page.querySelectorAll('li.comment')) place(document.importNode(item, true))
    if (response.headers.has('x-more')) tellOfMore()
  }

  let reading = Promise.resolve()
  const inTurn = address => {
    reading = reading.then(() => read(address)).catch(() => {})
  }

  // Fetches comments that came while the connection was closed, and a little before, because clocks of servers differ.
  function catchUp() {
    const after = new Date(Date.parse(readAt) - 2000)
    inTurn(`${comments}?after=${encodeURIComponent(after.toISOString())}`)
  }

  // ---- Events of the live endpoint

  const SUBSCRIPTION = 'subscription ($discussion: ID!) { commentAdded(asset_id: $discussion) { id } }'
  let socket = null
  let attempts = 0
  let retry = 0
  let silence = 0

  // The server pings at an interval; a connection without pings is closed and opened again.
  function listenOn() {
    clearTimeout(silence)
    silence = setTimeout(() => socket?.close(), Number(keepAlive) * 2.5)
  }

  function receive(message) {
    listenOn()
    if (message.type === 'ping') socket.send('{"type":"pong"}')
    if (message.type === 'next' && message.payload.data?.commentAdded)
      inTurn(`${comments}/${encodeURIComponent(message.payload.data.commentAdded.id)}/fragment`)
    if (message.type !== 'connection_ack') return
    attempts = 0
    socket.send(
      JSON.stringify({ id: '1', type: 'subscribe', payload: { query: SUBSCRIPTION, variables: { discussion } } }),
    )
    // The delay is long enough for the subscription, and random so that not all readers fetch together after a restart.
    setTimeout(catchUp, 300 + Math.random() * 1200)
  }

  function connect() {
    clearTimeout(retry)
    if (socket) return
    const address = new URL(live, location.href)
    address.protocol = address.protocol.replace(/^http/, 'ws')
    const opened = new WebSocket(address, 'graphql-transport-ws')
    socket = opened
    opened.onopen = () => opened.send('{"type":"connection_init"}')
    opened.onmessage = event => receive(JSON.parse(event.data))
    opened.onclose = () => {
      clearTimeout(silence)
      if (socket !== opened) return
      socket = null
      const wait = Math.min(30_000, 1000 * 2 ** attempts++)
      retry = setTimeout(connect, wait * (0.5 + Math.random() / 2))
    }
    listenOn()
  }

  function disconnect() {
    clearTimeout(retry)
    clearTimeout(silence)
    const closing = socket
    socket = null
    closing?.close()
  }

  addEventListener('online', connect)
  addEventListener('pagehide', disconnect)
  addEventListener('pageshow', event => {
    if (event.persisted) connect()
  })
  connect()
}
