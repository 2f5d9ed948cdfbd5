using System.Globalization;
using System.Text.RegularExpressions;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Serilog;
using Serilog.Core;

namespace Accelerator.Cli.Output;

/// <summary>The file given by <c>--log-file</c>. Serilog is loaded only if a log is requested.</summary>
internal sealed partial class LogFile : IProgress<TransferEvent>, IDisposable
{
    private const string What = "The log file";
    private const string Option = "--log-file";
    private const int LargestFile = 10 << 20;
    private const int KeptFiles = 10;

    private readonly Logger _log;
    private readonly GuardedFile _file;

    private LogFile(Logger log, GuardedFile file) => (_log, _file) = (log, file);

    /// <summary>
    /// Starts the log, or continues it. A file of another day or of more than 10 MiB is renamed first: the day of its last line becomes
    /// part of its name.
    /// </summary>
    /// <param name="path">The path of the log.</param>
    /// <param name="time">Supplies the current date.</param>
    /// <param name="fail">Receives a sentence if the log is not written, or at the end if it is incomplete.</param>
    /// <returns>The log; null if another program has it open and shares it with no writer, as other runs do on Windows.</returns>
    /// <exception cref="UsageException">The log cannot be written.</exception>
    public static LogFile? Open(string path, TimeProvider time, Action<string> fail)
    {
        WritableFile.RequireFolder(What, path);
        SetAside(path, time);
        try
        {
            // WriteTo, in place of AuditTo, says nothing of a file that it cannot open or write.
            var log = new LoggerConfiguration().AuditTo.File(path).CreateLogger();
            return new LogFile(log, new GuardedFile(What, path, Option, fail));
        }
        catch (Exception e) when (StorageErrors.IsHeldByAnother(e))
        {
            // Nightly runs that overlap must not end because of their common log.
            fail($"{What} {SafeText.Escape(path)} is open in another program or run of ftpx; this run has no log. "
                + $"Give each run its own file with {Option}.");
            return null;
        }
        catch (NotSupportedException)
        {
            throw WritableFile.Refused(What, path, "it is not a regular file.", Option);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw WritableFile.Refused(What, path, StorageErrors.Reason(e), Option);
        }
    }

    /// <summary>Logs an event. The log continues after a failure, because the disk may have space again.</summary>
    public void Report(TransferEvent value) => _file.Write(() => Log(value));

    /// <summary>Logs a message of the command line itself.</summary>
    public void Note(string sentence) => _file.Write(() => _log.Information("{Sentence}", SafeText.Escape(sentence)));

    /// <summary>Logs a defect with its stack.</summary>
    public void Defect(Exception exception) => _file.Write(() => _log.Fatal(exception, "A defect in ftpx"));

    /// <inheritdoc/>
    public void Dispose() => _file.Close(_log.Dispose);

    private void Log(TransferEvent value)
    {
        switch (value)
        {
            case TransferEvent.Planned { Plan: var plan }:
                _log.Information(
                    "Planned {Source} to {Target}: {Size:N0} bytes, {Reused:N0} kept, {Streams} of at most {MaxStreams}",
                    plan.Item.Sources[0].ToString(), plan.Item.TargetPath, plan.Identity.Size, plan.BytesReused,
                    Format.Count(plan.InitialStreams, "stream"), plan.MaxStreams);
                break;
            case TransferEvent.Notice notice:
                _log.Warning("{Kind}: {Message}", JsonLines.Name(notice.Kind), SafeText.Escape(notice.Message));
                break;
            case TransferEvent.Decided { Decision: var decision }:
                _log.Information("Streams: {Decision}", DecisionText.Line(decision));
                break;
            case TransferEvent.Happened { StreamEvent: { Kind: StreamEventKind.Stalled } streamEvent }:
                // The other events are routine, thousands of lines in a long run; failures of a stream are also reported as notices.
                _log.Warning(
                    "Stream {Stream} receives nothing or too little, and its range of {File} from byte {Start:N0} is reassigned: {Text}",
                    streamEvent.Slot + 1, SafeText.Escape(streamEvent.FileName), streamEvent.Start, SafeText.Escape(streamEvent.Text));
                break;
            case TransferEvent.Finished { Result: { WasThere: true } there }:
                _log.Information("Skipped {Source}: {Message}", there.Source, SafeText.Escape(there.Message));
                break;
            case TransferEvent.Finished { Result: { Failure: null } done }:
                _log.Information(
                    "Done {Source} to {Target}: {Size:N0} bytes, {Fetched:N0} downloaded, in {Seconds:0.0} s, {Streams}, "
                    + "{Assurance:l}{Unverified:l}, SHA-256 {Sha256}, written {Written}",
                    done.Source, done.TargetPath, done.Size, done.BytesFetched, done.Elapsed.TotalSeconds,
                    Format.Count(done.PeakStreams, "stream"), SafeText.Escape(done.AssuranceText),
                    done.TrustedSources.Count > 0 ? $" (but unverified: {string.Join(", ", done.TrustedSources)})" : "",
                    done.Sha256 ?? "not computed", ResultText.Written(done));
                break;
            case TransferEvent.Finished { Result: { Failure: not null } failed }:
                _log.Error(
                    "Failed {Source}: {Failure}: {Message}",
                    failed.Source, JsonLines.Name(failed.Failure.Value), SafeText.Escape(failed.Message));
                break;
        }
    }

    // "night.log" becomes "night-20261122.log". If that fails because another run is writing the log, the log grows.
    private static void SetAside(string path, TimeProvider time)
    {
        try
        {
            var file = new FileInfo(path);
            if (!file.Exists || ReplaceableFile.Obstacle(path) is not null) return;
            var day = DateOnly.FromDateTime(TimeZoneInfo.ConvertTime(new DateTimeOffset(file.LastWriteTimeUtc), time.LocalTimeZone).Date);
            if (file.Length <= LargestFile && day == DateOnly.FromDateTime(time.GetLocalNow().Date)) return;
            var (folder, stem, extension) = (file.DirectoryName!, Path.GetFileNameWithoutExtension(path), file.Extension);
            var dated = Path.Combine(folder, $"{stem}-{day.ToString("yyyyMMdd", CultureInfo.InvariantCulture)}");
            var aside = dated + extension;
            for (var number = 2; File.Exists(aside); number++) aside = $"{dated}-{number}{extension}";
            LocalChanges.Rename(path, aside, overwrite: false);
            var earlier = Directory.GetFiles(folder, $"{stem}-????????*{extension}")
                .Where(name => AsideName().IsMatch(Path.GetFileNameWithoutExtension(name)[stem.Length..]));
            foreach (var old in earlier.OrderByDescending(File.GetLastWriteTimeUtc).Skip(KeptFiles - 1)) LocalChanges.Delete(old);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A log failure must not prevent the transfer.
        }
    }

    [GeneratedRegex("^-[0-9]{8}(-[0-9]+)?$", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex AsideName();
}
