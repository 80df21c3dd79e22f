// The reasons why two hosts are, or may be, the same machine.

export const Reasons = ({ reasons }: { reasons: readonly { readonly text: string }[] }) => (
  <ul>
    {reasons.map(({ text }) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);
