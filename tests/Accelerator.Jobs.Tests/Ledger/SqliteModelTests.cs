namespace Accelerator.Jobs.Tests.Ledger;

public sealed class SqliteModelTests
{
    [Fact]
    public void The_ledger_behaves_like_a_dictionary_under_any_polls_workers_and_operators()
    {
        var step = from what in Gen.Choose(0, 14) from how in Gen.Choose(0, 95) select (what, how);
        var steps = step.ListOf().Resize(40).ToArbitrary();
        Prop.ForAll(steps, taken => RunAsync([.. taken]).GetAwaiter().GetResult()).QuickCheckThrowOnFailure();
    }

    private static async Task RunAsync((int What, int How)[] steps)
    {
        await using var place = new SqlitePlace();
        await using var ledger = await JobLedger.OpenAsync(place.Database(), new FakeTime(), default);
        var model = new LedgerModel(ledger, (await ledger.Folders.OpenAsync("passes", "svalbard", "/a", "/target", default)).Id);
        foreach (var (what, how) in steps) await model.StepAsync(what, how);
        await model.CompareDeliveriesAsync();
    }
}
