using System.Buffers;
using System.Text;
using System.Text.Json;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>
/// One JSON object a line on standard output, in the schema of docs/cli.md. The default encoder writes ASCII only, so that no
/// console code page and no control character in a server's text can spoil a line.
/// </summary>
internal sealed class JsonView(TextWriter output, TextWriter error, bool progress, bool detail) : ITransferView
{
    private readonly object _gate = new();
    private readonly ArrayBufferWriter<byte> _buffer = new();

    /// <inheritdoc/>
    public void Report(TransferEvent value)
    {
        switch (value)
        {
            case TransferEvent.Planned planned:
                ShowPlan(planned.Plan);
                break;
            case TransferEvent.Progress { Snapshot: var snapshot } when progress:
                Line(json => JsonLines.Progress(json, snapshot, detail));
                break;
            case TransferEvent.Notice notice:
                Line(json => JsonLines.Warning(json, JsonLines.Name(notice.Kind), notice.Message));
                break;
            case TransferEvent.Decided { Decision: var decision }:
                Line(json => JsonLines.Decision(json, decision));
                break;
            case TransferEvent.Finished finished:
                Line(json => JsonLines.Result(json, finished.Result));
                break;
        }
    }

    /// <inheritdoc/>
    public void ShowPlan(TransferPlan plan) => Line(json => JsonLines.Plan(json, plan));

    /// <inheritdoc/>
    public void Say(string sentence) => Line(json => JsonLines.Warning(json, JsonLines.Name(NoticeKind.Other), sentence));

    /// <inheritdoc/>
    public void Fail(string sentence) => error.WriteLine($"ftpx: {sentence}");

    /// <inheritdoc/>
    public void Dispose()
    {
    }

    private void Line(Action<Utf8JsonWriter> write)
    {
        lock (_gate)
        {
            _buffer.ResetWrittenCount();
            using (var json = new Utf8JsonWriter(_buffer))
            {
                json.WriteStartObject();
                write(json);
                json.WriteEndObject();
            }
            output.WriteLine(Encoding.ASCII.GetString(_buffer.WrittenSpan));
        }
    }
}
