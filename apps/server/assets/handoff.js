// Tells the frame that opened this window that its reader is signed in, and closes the window. A window that took the
// place of the page goes back there.
{
  const { handoff, code, back } = document.getElementById('handoff').dataset
  const message = { name: 'PLATFORM_HANDOFF_DONE', data: { handoff, code }, scope: 'client' }
  // Only a page of the platform receives the message.
  if (window.opener) window.opener.postMessage(JSON.stringify(message), location.origin)
  if (back) location.replace(back)
  else setTimeout(() => window.close(), 50)
}
