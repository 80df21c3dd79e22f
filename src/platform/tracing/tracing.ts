// Spans of OpenTelemetry: what a request or job does, and how long each part takes. Without a collector nothing is
// recorded, and the packages that record and send spans are not loaded.
import { SpanKind, SpanStatusCode, trace, type Attributes, type Span, type Tracer } from '@opentelemetry/api';

/** Undefined while nothing is recorded. */
let tracer: Tracer | undefined;

/** Records spans with this tracer from now on. Stops recording if the tracer is undefined. */
export const recordWith = (newTracer: Tracer | undefined): void => void (tracer = newTracer);

export const isTracing = (): boolean => tracer !== undefined;
/** The tracer that records spans; undefined while nothing is recorded. */
export const presentTracer = (): Tracer | undefined => tracer;

interface SpanDescription {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** Whether the span is recorded only within a span that is already open, never as the first span of a trace. */
  readonly isPart?: boolean;
}

/**
 * Runs the work within a span, which ends when the promise is settled and has the error if it rejects. Attributes must
 * not contain secrets or values of callers.
 */
export function traced<T>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes, isPart = false }: SpanDescription,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer || (isPart && !trace.getActiveSpan())) return work();
  return tracer.startActiveSpan(name, { kind, ...(attributes && { attributes }) }, async (span) => {
    try {
      return await work();
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Begins a span within the current span. Returns a function that ends the span, with the error if there is one;
 * undefined if there is no current span.
 */
export function beginPart(
  name: string,
  { kind = SpanKind.INTERNAL, attributes }: Omit<SpanDescription, 'isPart'>,
): ((error?: unknown) => void) | undefined {
  if (!tracer || !trace.getActiveSpan()) return undefined;
  const span = tracer.startSpan(name, { kind, ...(attributes && { attributes }) });
  return (error) => {
    if (error) failSpan(span, error);
    span.end();
  };
}

/** Records only the kind of the error, because its message may contain a value of a row. */
function failSpan(span: Span, error: unknown): void {
  const { name, code } = error as { name?: string; code?: string };
  span.setAttribute('error.type', code ?? name ?? 'Error');
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The ids of the current trace and span for a log line; empty outside of a span. */
export function traceIds(): object {
  const span = tracer && trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
