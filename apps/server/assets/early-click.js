// Keeps a click on a link of the stream in a frame until the script of the stream can answer it, and repeats it then.
// A reader who was signed in on the last visit gets the room of what is drawn once it is known who reads.
{
  try {
    const names = ['platform:signed-in', 'platform:frame-token', 'platform:site-token']
    if (names.some(name => name in localStorage)) document.documentElement.classList.add('was-signed-in')
  } catch {
    // A frame may have no storage.
  }
  let kept = null
  const keep = event => {
    // Links that a user or an administrator wrote lead elsewhere in any case.
    const link = event.target.closest('.stream a:not(.text a, .markup a)')
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    kept = link
  }
  const repeat = () => {
    removeEventListener('click', keep, true)
    if (kept?.isConnected) kept.click()
    kept = null
  }
  addEventListener('click', keep, true)
  addEventListener('platform-ready', repeat)
  // If the script of the stream does not come, the browser follows the link.
  addEventListener('load', () => setTimeout(repeat, 3_000))
}
