namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>Measures the cost of a poll, a claim, a delivery and a report in a ledger with a million rows.</summary>
internal static class LedgerMeasurement
{
    private const int Folders = 10;
    private const int New = 1000;
    private const int Rounds = 5;
    private const string Owner = "n1/a";
    private static readonly TimeSpan Lease = TimeSpan.FromHours(1);

    public static async Task RunAsync(LedgerPlace place, int rows, TextWriter output, CancellationToken cancellationToken)
    {
        await using var ledger = await JobLedger.OpenAsync(place.Database(), TimeProvider.System, cancellationToken);
        output.WriteLine($"{rows:N0} rows in {Folders} folders, {rows / Folders:N0} known files in each");
        var folders = await FillAsync(ledger, rows, output, cancellationToken);
        // Marks all files as delivered.
        await place.ExecuteAsync("UPDATE file SET state = 'published', final_path = '/data/archive/' || id, delivered_path = '/data/archive/' || id");
        for (var round = 1; round <= Rounds; round++) await PollAsync(ledger, folders[round], round, output, cancellationToken);
        await WorkAsync(ledger, output, cancellationToken);
        await MeasureAsync("counts by job and state", output, async () => (await ledger.Report.CountsAsync(cancellationToken)).Count);
        await MeasureAsync("where the jobs stand", output, async () => (await ledger.Report.JobsAsync(cancellationToken)).Count);
        await MeasureAsync("deliveries of 24 hours", output, async () => (await ledger.Report.DeliveredByJobAsync(TimeProvider.System.GetUtcNow().AddDays(-1), TimeSpan.FromMinutes(15), 97, cancellationToken)).Count);
        await SlotsAsync(ledger, place, output, cancellationToken);
    }

    private static async Task<long[]> FillAsync(JobLedger ledger, int rows, TextWriter output, CancellationToken cancellationToken)
    {
        var folders = new long[Folders];
        for (var i = 0; i < Folders; i++) folders[i] = (await ledger.Folders.OpenAsync("passes", "svalbard", $"/archive/{i}", "/target", cancellationToken)).Id;
        await MeasureAsync("first looks", output, async () =>
        {
            // The rows of a folder are interleaved with those of the others, as when all folders grow at the same time.
            var (at, done) = (rows / Folders / 10, 0);
            for (var part = 0; part < 10; part++)
            {
                foreach (var folder in folders) done += await ledger.Folders.ApplyAsync(folder, [.. Enumerable.Range(part * at, at).Select(i => Change(i, FileState.Discovered))], cancellationToken);
            }
            return done;
        });
        return folders;
    }

    private static async Task PollAsync(JobLedger ledger, long folder, int round, TextWriter output, CancellationToken cancellationToken)
    {
        FileChange[] found = [.. Enumerable.Range(0, New).Select(i => Change((round * 10_000_000) + i, FileState.Queued))];
        await MeasureAsync("  a look: read", output, async () =>
        {
            var known = 0;
            await foreach (var file in ledger.Folders.ReadAsync(folder, cancellationToken)) known += file.Missing == 0 ? 1 : 0;
            return known;
        });
        await MeasureAsync("  a look: write", output, async () => await ledger.Folders.ApplyAsync(folder, found, cancellationToken));
    }

    // Sixteen channels each five minutes, as many deliveries as there are files.
    private static async Task SlotsAsync(JobLedger ledger, LedgerPlace place, TextWriter output, CancellationToken cancellationToken)
    {
        const string Slot = "((id - 1) / 16)";
        var first = new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
        await place.ExecuteAsync($"""
            INSERT INTO delivery (file_id, version, epoch, job, server, folder, name, size, final_path, fetched, attempts, owner, first_seen, queued_at, started_at, published_at)
            SELECT id, 1, 1, 'slots', 'svalbard', '/archive', 'gk2a_ami_le1b_full_disk_geos_ch' || substr(CAST(100 + (id - 1) % 16 AS text), 2) || '_2026' || substr(CAST(1001 + {Slot} / 288 AS text), 2)
                || substr(CAST(100 + {Slot} % 288 / 12 AS text), 2) || substr(CAST(100 + {Slot} % 12 * 5 AS text), 2) || '.nc', 500000000, '/data/slots/' || id, 500000000, 0, 'n1/a',
                {first.ToUnixTimeMilliseconds()} + {Slot} * 300000 + 540000, 0, 0, {first.ToUnixTimeMilliseconds()} + {Slot} * 300000 + 600000
            FROM file WHERE id NOT IN (SELECT file_id FROM delivery)
            """);
        var now = (await ledger.Report.HistoryAsync("slots", null, 1, cancellationToken))[0].PublishedAt;
        var keys = """ "every": "5m", "per_slot": 16, "pattern": "*_ch{channel}_{yyyy}{DDD}{HH}{mm}.nc" """;
        var job = JobFileReader.Read(Encoding.UTF8.GetBytes($$"""{ "servers": { "s": { "address": "ftp://h" } }, "jobs": { "slots": { "server": "s", "folders": [ "/archive" ], "target": "/t", "expect": { {{keys}} } } } }"""), _ => { }).File!.Jobs[0];
        foreach (var days in (int[])[2, 2, 7, 31])
            await MeasureAsync($"slots of {days} days", output, async () => (await ProductReading.ReadAsync(ledger, job, now.AddDays(-days), now, now, null, cancellationToken)).Slots!.Have);
        await MeasureAsync("history by name", output, async () => (await ledger.Report.HistoryAsync(new DeliveryQuery("slots", null, 20) { Name = "*_ch07_20260010000.nc" }, cancellationToken)).Count);
        await MeasureAsync("history by time", output, async () => (await ledger.Report.HistoryAsync(new DeliveryQuery("slots", null, 20) { Since = now.AddDays(-100), Until = now.AddDays(-99) }, cancellationToken)).Count);
    }

    private static async Task WorkAsync(JobLedger ledger, TextWriter output, CancellationToken cancellationToken)
    {
        IReadOnlyList<Claim> claims = [];
        await MeasureAsync("claim", output, async () => (claims = await ledger.Claims.ClaimAsync("svalbard", ["passes"], [], New, Owner, Lease, cancellationToken)).Count);
        await MeasureAsync("verify and publish, one by one", output, async () =>
        {
            foreach (var claim in claims)
            {
                await ledger.Claims.VerifiedAsync(claim, new VerifiedFile($"/data/{claim.FileId}", "/data/part", 10, null, null, null, "mark"), cancellationToken);
                await ledger.Claims.PublishedAsync(claim, new Publication(TimeProvider.System.GetUtcNow(), 10), [], cancellationToken);
            }
            return claims.Count;
        });
    }

    // Names as long as those of Sentinel-5P.
    private static FileChange Change(int i, FileState state) => new(null, new KnownFile
    {
        Name = $"S5P_OFFL_L1B_RA_BD8_20261120T{i:d9}_20261120T195959_{i:d9}_03_020100.nc",
        Size = 500_000_000L + i,
        Time = "20261120180000",
        State = state,
        Polls = 2,
        FirstSeen = TimeProvider.System.GetUtcNow(),
        Since = TimeProvider.System.GetUtcNow(),
    }, 100, -i);

    private static async Task MeasureAsync(string what, TextWriter output, Func<Task<int>> work)
    {
        GC.Collect();
        var (bytes, started) = (GC.GetTotalAllocatedBytes(precise: true), TimeProvider.System.GetTimestamp());
        var count = await work();
        var taken = TimeProvider.System.GetElapsedTime(started);
        output.WriteLine($"{what,-32} {count,9:N0}  {taken.TotalMilliseconds,8:N0} ms  {(GC.GetTotalAllocatedBytes(precise: true) - bytes) / 1048576.0,7:N1} MiB");
    }
}
