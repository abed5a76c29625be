// Moves the token of an e-mail link from the address, which browsers show and keep, into the form.
{
  const token = location.hash.slice(1)
  const field = document.querySelector('input[name="token"]')
  if (token && field) {
    field.value = token
    field.type = 'hidden'
    field.closest('.field').hidden = true
    history.replaceState(null, '', location.pathname)
  }
  // Password managers read here which account the new password belongs to.
  const account = document.querySelector('input.unseen[autocomplete="username"]')
  if (account && field) account.value = addressIn(field.value)
}

function addressIn(token) {
  try {
    const bytes = Uint8Array.from(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')), character =>
      character.charCodeAt(0),
    )
    return String(JSON.parse(new TextDecoder().decode(bytes)).platform_letter?.email ?? '')
  } catch {
    return ''
  }
}
