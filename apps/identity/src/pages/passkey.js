// Asks the browser for a passkey when its form is sent, and sends what the browser answered with the form.
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const answer = form.elements.namedItem('credential')
  const problem = form.querySelector('[data-problem]')
  // Without this interface the form stays hidden, and the page offers the other ways.
  if (!globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON) continue
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    problem.hidden = true
    askBrowser(form.dataset.passkey, JSON.parse(form.dataset.options)).then(
      (credential) => {
        answer.value = JSON.stringify(credential)
        form.submit()
      },
      (error) => {
        problem.textContent =
          error.name === 'InvalidStateError'
            ? 'This device is already registered as a passkey of your account.'
            : 'The passkey did not respond. Try again, or use another method.'
        problem.hidden = false
      },
    )
  })
}

function askBrowser(kind, options) {
  return kind === 'create'
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
}
