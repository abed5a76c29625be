// Moves the token from the address, which browsers show and keep, into the form.
{
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  const field = document.querySelector('input[name="token"]')
  if (token && field) {
    field.value = token
    field.type = 'hidden'
    const row = field.closest('.field')
    if (row) row.hidden = true
    history.replaceState(null, '', location.pathname)
  }
}
