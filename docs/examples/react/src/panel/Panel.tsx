export default function Panel() {
  return <p className="muted">Mails and the clock of the emulator.</p>
}
