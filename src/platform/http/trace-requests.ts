// Records a span of OpenTelemetry for each request.
import { context, propagation, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { Request, RequestHandler } from 'express';
import { presentTracer } from '../tracing/tracing';
import { whenClosed } from './closed-answers';

/**
 * Records a span for each request, within the trace that the caller names in `traceparent` (W3C Trace Context). The
 * span has the name of the operation, because paths contain ids.
 */
export const traceRequests: RequestHandler = (req, res, next) => {
  const tracer = presentTracer();
  if (!tracer) return next();
  const caller = propagation.extract(context.active(), req.headers);
  const attributes = { 'http.request.method': req.method, 'url.path': req.path.slice(0, mostCharacters) };
  const span = tracer.startSpan(req.method, { kind: SpanKind.SERVER, attributes }, caller);
  whenClosed(res, () => {
    nameAfterOperation(span, req);
    span.setAttribute('http.response.status_code', res.statusCode);
    if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(caller, span), next);
};

const mostCharacters = 200;

function nameAfterOperation(span: Span, { method, operationName, id }: Request): void {
  if (operationName) span.updateName(`${method} ${operationName.slice(0, mostCharacters)}`);
  span.setAttribute('netloom.request_id', id);
}
