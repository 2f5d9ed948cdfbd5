using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Serilog;
using Serilog.Core;

namespace Accelerator.Cli.Output;

/// <summary>The file behind <c>--log-file</c>. Serilog is loaded only when it is asked for.</summary>
internal sealed class LogFile : IProgress<TransferEvent>, IDisposable
{
    private const int LargestFile = 10 << 20;
    private const int KeptFiles = 10;

    private readonly Logger _log;

    private LogFile(Logger log) => _log = log;

    /// <summary>Starts the log.</summary>
    /// <param name="path">Its name; the day is put before the extension.</param>
    /// <exception cref="UsageException">Its folder does not exist.</exception>
    public static LogFile Open(string path)
    {
        // Serilog swallows a file it cannot open, so the likeliest mistake is looked for first.
        if (Path.GetDirectoryName(path) is not { } folder || !Directory.Exists(folder))
            throw new UsageException($"The log cannot be written: the folder of {SafeText.Escape(path)} does not exist.");
        return new LogFile(new LoggerConfiguration()
            .WriteTo.File(
                path,
                rollingInterval: RollingInterval.Day,
                fileSizeLimitBytes: LargestFile,
                rollOnFileSizeLimit: true,
                retainedFileCountLimit: KeptFiles)
            .CreateLogger());
    }

    /// <inheritdoc/>
    public void Report(TransferEvent value)
    {
        switch (value)
        {
            case TransferEvent.Planned { Plan: var plan }:
                _log.Information(
                    "Planned {Source} to {Target}: {Size} bytes, {Reused} kept, {Streams} streams of at most {MaxStreams}",
                    plan.Item.Sources[0].ToString(), plan.Item.TargetPath, plan.Identity.Size, plan.BytesReused,
                    plan.InitialStreams, plan.MaxStreams);
                break;
            case TransferEvent.Notice notice:
                _log.Warning("{Kind}: {Message}", JsonLines.Name(notice.Kind), SafeText.Escape(notice.Message));
                break;
            case TransferEvent.Decided { Decision: var decision }:
                _log.Information("Streams: {Decision}", DecisionText.Line(decision));
                break;
            case TransferEvent.Happened { Moment: { Kind: StreamMomentKind.Stalled } moment }:
                // The others are a stream's daily work, thousands of lines in a long run; its failures come as notices too.
                _log.Warning(
                    "Stream {Stream} is silent or crawls, and its range of {File} from byte {Start} on is given to another: {Text}",
                    moment.Slot + 1, SafeText.Escape(moment.FileName), moment.Start, SafeText.Escape(moment.Text));
                break;
            case TransferEvent.Finished { Result: { Failure: null } done }:
                _log.Information(
                    "Done {Source} to {Target}: {Size} bytes, {Fetched} fetched, in {Seconds:0.0} s, {Streams} streams, "
                    + "proven by {ProvenBy}{Unproven}, SHA-256 {Sha256}, written {Written}",
                    done.Source, done.TargetPath, done.Size, done.BytesFetched, done.Elapsed.TotalSeconds,
                    done.PeakStreams, done.ProvenBy, done.TrustedSources.Count > 0 ? $" (but unproven: {string.Join(", ", done.TrustedSources)})" : "", done.Sha256 ?? "not computed", ResultText.Written(done));
                break;
            case TransferEvent.Finished { Result: { Failure: not null } failed }:
                _log.Error(
                    "Failed {Source}: {Failure}: {Message}",
                    failed.Source, JsonLines.Name(failed.Failure.Value), SafeText.Escape(failed.Message));
                break;
        }
    }

    /// <summary>Notes a sentence of the command line's own.</summary>
    public void Note(string sentence) => _log.Information("{Sentence}", SafeText.Escape(sentence));

    /// <summary>Notes a defect with its stack.</summary>
    public void Defect(Exception exception) => _log.Fatal(exception, "A defect in ftpx");

    /// <inheritdoc/>
    public void Dispose() => _log.Dispose();
}
