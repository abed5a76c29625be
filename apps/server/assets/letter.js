// Takes the token of a mail's link out of the address, where it would be seen and kept, and puts it into the form.
{
  const token = location.hash.slice(1)
  const field = document.querySelector('input[name="token"]')
  if (token && field) {
    field.value = token
    field.type = 'hidden'
    field.closest('.field').hidden = true
    history.replaceState(null, '', location.pathname)
  }
  // Tells password managers whose the new password is.
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
