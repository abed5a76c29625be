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
}
