namespace Accelerator.Soak.Tests.Crashes;

internal sealed class CrashTally
{
    public int Kills { get; private set; }

    /// <summary>Kills between a file's last byte and its rename, the intent recorded.</summary>
    public int Intended { get; private set; }

    /// <summary>Kills between a rename and its record.</summary>
    public int Renamed { get; private set; }

    /// <summary>Kills while files were fetched and no rename was due.</summary>
    public int Transferring { get; private set; }

    /// <summary>Kills while manifests or commands were in progress.</summary>
    public int Effects { get; private set; }

    /// <summary>Checks in which the service was idle and everything was delivered and complete.</summary>
    public int Calms { get; set; }

    public int Disturbances { get; set; }

    public int Files { get; set; }

    public int States { get; set; }

    public int Delivered { get; set; }

    /// <summary>Deliveries of a file's later state, which replaced the listed one before its only RETR.</summary>
    public int Successors { get; set; }

    /// <summary>Lines of manifests and runs of commands in excess of one for each delivery.</summary>
    public int Repeated { get; set; }

    public void Count(CrashTrace trace)
    {
        Kills++;
        if (trace.Intended > 0) Intended++;
        if (trace.Renamed > 0) Renamed++;
        if (trace is { Intended: 0, Renamed: 0, HasTransfers: true }) Transferring++;
        if (trace.HasEffects) Effects++;
    }

    public override string ToString() =>
        $"{Kills} kills: {Transferring} while files were fetched, {Intended} between the intent and a rename, {Renamed} between a rename and its record, {Effects} during manifests and commands; "
        + $"{Disturbances} kills of the database. {Files} files in {States} states, {Delivered} deliveries, none lost, none twice, none visible in part, {Successors} replaced between listing and RETR and so delivered under either time; {Repeated} lines and commands came again. All quiet {Calms} times.";
}

/// <summary>The state that a kill has left in the ledger.</summary>
/// <param name="Intended">Files whose rename was intended and not done.</param>
/// <param name="Renamed">Files that were renamed and are not yet recorded as delivered.</param>
/// <param name="HasTransfers">Whether files were being fetched.</param>
/// <param name="HasEffects">Whether manifests or commands were in progress.</param>
internal readonly record struct CrashTrace(int Intended, int Renamed, bool HasTransfers, bool HasEffects);
