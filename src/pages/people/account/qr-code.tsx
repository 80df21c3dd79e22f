// Renders a text as the smallest QR code that can contain it, with the margin that cameras need.
import qrcode from 'qrcode-generator';

export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const places = Array.from({ length: size * size }, (_, place) => [Math.floor(place / size), place % size] as const);
  const dark = places.filter(([row, column]) => code.isDark(row, column));
  return (
    <svg
      class="qr-code"
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
    >
      <path d={dark.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join('')} />
    </svg>
  );
}
