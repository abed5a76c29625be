// Opens the sign-in at a provider in a window, so that the page stays. The window posts the result to this page.
{
  const list = document.querySelector('.providers')
  let opened = 0

  list.addEventListener('click', event => {
    const link = event.target.closest('a')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    const address = new URL(link.href)
    address.searchParams.set('display', 'popup')
    address.searchParams.set('origin', location.origin)
    // If the browser blocks the window, the link is followed as usual.
    if (window.open(address, `sign-in-${++opened}`, 'popup,width=520,height=680')) event.preventDefault()
  })

  addEventListener('message', event => {
    if (event.origin !== location.origin || typeof event.data !== 'string' || event.data.length > 20_000) return
    let message
    try {
      message = JSON.parse(event.data)
    } catch {
      return
    }
    const status = message?.data?.user?.status?.username
    if (message?.name !== 'PLATFORM_SIGNED_IN' || typeof status !== 'string') return
    location.assign(status === 'UNSET' ? list.dataset.choose : list.dataset.next)
  })
}
